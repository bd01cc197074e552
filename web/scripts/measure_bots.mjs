// Measure how long bots think in Pyodide, as in a browser: the processor time of their decisions in one game each.
//
//   python -m kahuna.bots.packed_network /tmp/networks && node scripts/measure_bots.mjs /tmp/networks

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';
import { transformWithEsbuild } from 'vite';

const folder = new URL('../src/network/', import.meta.url);

async function load(name) {
  const { code } = await transformWithEsbuild(await readFile(new URL(name, folder), 'utf8'), name);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

const { loadNetwork } = await load('network.ts');
const { forPython } = await load('forPython.ts');
const wasm = await WebAssembly.compile(await readFile(new URL('forward.wasm', folder)));
const python = await loadPyodide({ indexURL: fileURLToPath(new URL('.', import.meta.resolve('pyodide'))) });
python.mountNodeFS('/source', fileURLToPath(new URL('../../src', import.meta.url)));
python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/source")');
const network = await loadNetwork(wasm, new Blob([await readFile(`${process.argv[2]}/champion.bin`)]).stream());
python.pyimport('kahuna.bots.networks').add_network('champion', network.numInputs, forPython(network));
python.registerJsModule('node', { cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1000 });
python.runPython(`
from random import Random
from statistics import median
from kahuna.bots import LEVELS
from kahuna.core import Ruleset, legal_actions
from kahuna.match import Authority, RandomChance
from node import cpu

print("| level | decisions | median ms | longest ms |")
print("|---|---:|---:|---:|")
for key, level in LEVELS.items():
    authority = Authority(Ruleset(), RandomChance(Random(4)))
    bots, times = (level.make(Random(1)), LEVELS["noelani"].make(Random(2))), []
    while (seat := authority.mover) is not None:
        view = authority.view(seat)
        began = cpu()
        action = bots[seat].decide(view)
        if seat == 0 and len(legal_actions(view)) > 1:
            times.append(cpu() - began)
        authority.act(seat, action)
    print(f"| {key} | {len(times)} | {median(times):.1f} | {max(times):.0f} |", flush=True)
`);
