/** Start Python in a worker, and make networks available to it. */
import type { PyodideAPI } from 'pyodide';
import { forPython as networkForPython } from '../network/forPython';
import forwardAddress from '../network/forward.wasm?url';
import { loadNetwork } from '../network/network';

/** The folders of Python and the networks among the files of the page; the build fills them in. */
declare const __PYTHON__: string;
declare const __NETWORKS__: string;

const HERE = import.meta.url; // Vite would take a URL made from it directly for the name of a file.
const fileAddress = (name: string): string => new URL(`./${name}`, HERE).href;

export async function startPython(): Promise<PyodideAPI> {
  const folder = fileAddress(`${__PYTHON__}/`);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide');
  return loadPyodide({ indexURL: folder, stdLibURL: `${folder}python.zip` });
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Return a function that makes a network available to Python; each is loaded once, when a bot needs it. */
export function networkLoader(python: PyodideAPI): (name: string) => Promise<void> {
  const loading = new Map<string, Promise<void>>();
  const load = async (name: string): Promise<void> => {
    const address = fileAddress(`${__NETWORKS__}/${name}.bin`);
    const [wasm, packed] = await Promise.all([WebAssembly.compileStreaming(fetch(forwardAddress)), fetched(address)]);
    const network = await loadNetwork(wasm, packed.body!);
    python.pyimport('kahuna.bots.networks').add_network(name, network.numInputs, networkForPython(network));
  };
  return (name) => {
    const known = loading.get(name) ?? load(name);
    loading.set(name, known);
    known.catch(() => loading.delete(name)); // Try again when it is needed next.
    return known;
  };
}
