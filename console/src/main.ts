import { config } from 'zod';

// A strict policy forbids code made at run time. It must be said before the model makes its first schema.
config({ jitless: true });
import('./start.tsx').catch((error) => {
  reportError(error);
  // Told by the page itself (`index.html`).
  dispatchEvent(new Event('unloaded'));
});
