/** The part of gifenc that the page uses; the package has no types of its own. */
declare module 'gifenc' {
  export type Palette = readonly (readonly number[])[];

  export interface FrameOptions {
    palette?: Palette;
    /** 0 repeats for ever. */
    repeat?: number;
    /** Milliseconds. */
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    /** 1 leaves the frame in place under the next one. */
    dispose?: number;
  }

  export function quantize(rgba: Uint8ClampedArray, numColours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  };
}
