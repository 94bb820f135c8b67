import '@patternfly/react-core/dist/styles/base.css';
import './browser/reload-kept-page.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { setProofDialog } from './http/exchange.ts';
import { queries } from './http/queries.ts';
import { registry } from './kinds.ts';
import { router } from './routes.tsx';
import { Notices } from './ui/Notices.tsx';
import { startWords } from './words/i18n.ts';
// After the styles of the library's components, because the last of equal rules holds.
import './console.css';
import './ui/narrow.css';
import './shell/waiting.css';

setProofDialog(async () => (await import('./shell/proof/ask-for-proof.ts')).askForProof());
await startWords(['common', 'console', 'home', ...registry.kinds.map(({ name }) => name)]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Notices>
        <RouterProvider router={router} />
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
);
