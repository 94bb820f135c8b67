import { config } from 'zod';

// The content security policy forbids `eval`. Set this before the model builds its first schema.
config({ jitless: true });
import('./start.tsx').catch((error) => {
  reportError(error);
  // The page itself shows the failure (`index.html`).
  dispatchEvent(new Event('unloaded'));
});
