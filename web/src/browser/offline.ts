/** Have the rules and the list of lessons at hand when the server cannot be reached. */

/** Fetch them once in the background: the service worker keeps what passes it. */
export function prepareOffline(language: string): void {
  const isCostly = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (!navigator.serviceWorker?.controller || isCostly) return;
  const fetchAll = (): void => {
    for (const path of [`/api/rules?language=${language}`, '/api/lessons']) {
      void fetch(path).catch(() => undefined);
    }
  };
  // Not every browser can say when it is idle.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll, 3000);
}
