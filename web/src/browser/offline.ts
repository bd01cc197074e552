/** Make the rules and the list of lessons available offline. */

/** Fetch them once in the background; the service worker caches the responses. */
export function prepareOffline(language: string): void {
  const isCostly = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (!navigator.serviceWorker?.controller || isCostly) return;
  const fetchAll = (): void => {
    for (const path of [`/api/rules?language=${language}`, '/api/lessons']) {
      void fetch(path).catch(() => undefined);
    }
  };
  // Not every browser has requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 3000);
}
