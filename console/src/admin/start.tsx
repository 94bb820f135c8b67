import '@patternfly/react-core/dist/styles/base.css';
import '../shared/reload-kept-page.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { setProofDialog } from '../shared/exchange.ts';
import { queries } from './http/queries.ts';
import { registry } from './kinds.ts';
import { preparable } from './router/prepare.ts';
import { routes } from './routes.tsx';
import { accountQuery } from './session/account.ts';
import { Notices } from './ui/Notices.tsx';
import { startWords } from './words/catalogues.ts';
// After the styles of the library's components, because the last of equal rules holds.
import './console.css';
import './ui/narrow.css';
import './shell/waiting.css';

setProofDialog(async () => (await import('./shell/proof/ask-for-proof.ts')).askForProof());
// It learns the language first. The other files of the first page load at the same time as its words.
const words = startWords(['common', 'console', 'home', ...registry.kinds.map(({ name }) => name)]);
void queries.prefetchQuery(accountQuery);
preparable(routes);
const router = createBrowserRouter(routes);
await words;
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Notices>
        <RouterProvider router={router} />
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
);
