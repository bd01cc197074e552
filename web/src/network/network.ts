// Run a packed network (`kahuna.bots.packed_network`) in WebAssembly: in a worker, in the page or in Node.

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  /** Reserve memory for a network; return where its packed weights go. */
  reserve(numInputs: number, width: number, numBlocks: number, numOutputs: number): number;
  load(): void;
  input_rows(): number;
  output_rows(): number;
  output_stride(): number;
  batch(): number;
  forward(numRows: number): void;
}

export interface Network {
  readonly numInputs: number;
  /** The logits of all actions, and the value. */
  readonly numOutputs: number;
  /** Evaluate rows of inputs, and fill rows of outputs. */
  forward(inputs: Float32Array, outputs: Float32Array): void;
}

const HEADER_BYTES = 16;

export async function loadNetwork(
  wasm: WebAssembly.Module,
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Network> {
  const bytes = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const header = new DataView(bytes);
  const [numInputs, width, numBlocks, numOutputs] = [0, 4, 8, 12].map((at) => header.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const code = (await WebAssembly.instantiate(wasm)).exports as Exports;
  const start = code.reserve(numInputs, width, numBlocks, numOutputs);
  // The memory does not grow any more, so views of it stay valid.
  const memory = code.memory.buffer;
  new Uint8Array(memory).set(new Uint8Array(bytes, HEADER_BYTES), start);
  code.load();
  const [batch, stride] = [code.batch(), code.output_stride()];
  const inputRows = new Float32Array(memory, code.input_rows(), batch * numInputs);
  const outputRows = new Float32Array(memory, code.output_rows(), batch * stride);

  function forward(inputs: Float32Array, outputs: Float32Array): void {
    const numRows = inputs.length / numInputs;
    for (let first = 0; first < numRows; first += batch) {
      const num = Math.min(batch, numRows - first);
      inputRows.set(inputs.subarray(first * numInputs, (first + num) * numInputs));
      code.forward(num);
      for (let row = 0; row < num; row++) {
        const found = outputRows.subarray(row * stride, row * stride + numOutputs);
        found[numOutputs - 1] = Math.tanh(found[numOutputs - 1]!);
        outputs.set(found, (first + row) * numOutputs);
      }
    }
  }

  return { numInputs, numOutputs, forward };
}
