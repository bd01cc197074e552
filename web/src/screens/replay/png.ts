/** Rasterize an SVG in the browser. */
const SCALE = 2;

/** Render an SVG with a viewBox at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width = 0, height = 0] = (drawn.getAttribute('viewBox') ?? '').split(' ').slice(2).map(Number);
  // Some browsers need an explicit size.
  drawn.setAttribute('width', String(width * SCALE));
  drawn.setAttribute('height', String(height * SCALE));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
