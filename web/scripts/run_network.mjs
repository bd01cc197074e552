// Evaluate rows of inputs (float32) from standard input with a packed network, write rows of outputs to standard
// output, and the milliseconds per evaluation to standard error.
//
//   node scripts/run_network.mjs networks/champion.bin [ROWS AT ONCE]

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { transformWithEsbuild } from 'vite';

const folder = new URL('../src/network/', import.meta.url);
const { code } = await transformWithEsbuild(await readFile(new URL('network.ts', folder), 'utf8'), 'network.ts');
const { loadNetwork } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const [path, rowsAtOnce = '64'] = process.argv.slice(2);
const wasm = await WebAssembly.compile(await readFile(new URL('forward.wasm', folder)));
const network = await loadNetwork(wasm, new Blob([await readFile(path)]).stream());
const bytes = await buffer(process.stdin);
const inputs = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const num = inputs.length / network.numInputs;
const outputs = new Float32Array(num * network.numOutputs);
const step = Number(rowsAtOnce);
const began = performance.now();
for (let row = 0; row < num; row += step) {
  network.forward(
    inputs.subarray(row * network.numInputs, (row + step) * network.numInputs),
    outputs.subarray(row * network.numOutputs),
  );
}
process.stderr.write(`${((performance.now() - began) / num).toFixed(3)}\n`);
process.stdout.write(new Uint8Array(outputs.buffer));
