/** Download something as a file: objects as JSON, blobs as they are. */
export function save(filename: string, content: object | Blob): void {
  const blob =
    content instanceof Blob
      ? content
      : new Blob([JSON.stringify(content, null, 1)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
