import('./start.tsx').catch((error) => {
  reportError(error);
  // The page itself shows the failure (`index.html`).
  dispatchEvent(new Event('unloaded'));
});
