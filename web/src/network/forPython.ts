// Let Python in Pyodide call a network (`kahuna.bots.networks.add_network`).

import type { Network } from './network';

/** An `array("f")` of Python, as Pyodide passes it. */
export interface FloatArray {
  getBuffer(type: 'f32'): { data: Float32Array; release(): void };
}

export function forPython(network: Network): (inputs: FloatArray, outputs: FloatArray) => void {
  return (inputs, outputs) => {
    const from = inputs.getBuffer('f32');
    const to = outputs.getBuffer('f32');
    try {
      network.forward(from.data, to.data);
    } finally {
      from.release();
      to.release();
    }
  };
}
