/**
 * The browser's Back button can restore a page from memory: with requests that never end, or with data of a user who signed out.
 * So the page hides itself when the user leaves it, and reloads when it is restored.
 */
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) document.documentElement.style.display = 'none';
});

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  // The user has already confirmed the loss of unsaved changes.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  location.reload();
});
