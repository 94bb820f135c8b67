import '@patternfly/react-core/dist/styles/base.css';
import './browser/reload-kept-page.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setProofDialog } from './http/exchange.ts';
import { queries } from './http/queries.ts';
import { registry } from './kinds.ts';
import { PageBoundary } from './router/PageBoundary.tsx';
import { startRouter } from './router/router.ts';
import { pages } from './routes.ts';
import { accountQuery } from './session/account.ts';
import { PageFailed } from './shell/PageFailed.tsx';
import { Shell } from './shell/Shell.tsx';
import { Notices } from './ui/Notices.tsx';
import { startWords } from './words/catalogues.ts';
// After the styles of the library's components, because the last of equal rules holds.
import './console.css';
import './ui/narrow.css';
import './shell/waiting.css';

setProofDialog(async () => (await import('./shell/proof/ask-for-proof.ts')).askForProof());
// It learns the language first. What else the first page needs comes while its words do.
const words = startWords(['common', 'console', 'home', ...registry.kinds.map(({ name }) => name)]);
void queries.prefetchQuery(accountQuery);
startRouter(pages);
await words;
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Notices>
        <PageBoundary at={null} failed={(error) => <PageFailed error={error} />}>
          <Shell />
        </PageBoundary>
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
);
