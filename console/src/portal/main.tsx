import './frame/frame.css';
import './frame/form.css';
import '../shared/reload-kept-page.ts';
import '../shared/theme.ts';
import './frame/autofill-events.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage, setPageLanguage, tellLanguage } from '../shared/language.ts';
import { takeLanguageOfAddress } from '../shared/language-of-address.ts';
import { readAccount } from './account.ts';
import { setRedraw } from './frame/change-language.ts';
import { LoadBoundary } from './frame/LoadBoundary.tsx';
import { askedLanguages } from './frame/links.ts';
import { NotFound } from './frame/NotFound.tsx';
import { PageFailed } from './frame/PageFailed.tsx';
import { Problem } from './frame/Problem.tsx';
import { routeOf } from './routing.ts';
import { readSubject } from './subject.ts';
import { loadWords, t } from './words.ts';

takeLanguageOfAddress();
const language = preferredLanguage(askedLanguages());
// The language that a client requests is no choice of the visitor, so it is not remembered.
if (language !== document.documentElement.lang && language === preferredLanguage()) tellLanguage(language);
setPageLanguage(language);

/** The sign-in addresses of Casdoor 2022. Some have no page here. */
const isSignIn = /^\/(login|cas|auto-signup)(\/|$)/;

async function draw() {
  const found = routeOf(location.pathname);
  if (!found) {
    await loadWords(language, ['login']);
    return isSignIn.test(location.pathname) ? <Problem>{t('unknownType')}</Problem> : <NotFound />;
  }
  const { route, params } = found;
  const query = new URLSearchParams(location.search);
  if ('loadBare' in route) {
    const [Page] = await Promise.all([route.loadBare(), loadWords(language, route.namespaces)]);
    return <Page query={query} params={params} />;
  }
  const [Page, subject, account] = await Promise.all([
    route.load(),
    readSubject(route.subject, params, query),
    readAccount(),
    loadWords(language, route.namespaces),
  ]);
  if ('application' in subject) {
    const page = () => <Page {...subject} account={account} query={query} params={params} />;
    if (!subject.refusal) setRedraw(() => show(page()));
    return page();
  }
  const name = params.app ?? query.get('client_id');
  const isUnknown = (subject.code === 'not-found' || subject.code === 'client-unknown') && name;
  return <Problem>{isUnknown ? t(route.absent ?? 'unknownApplication', { name }) : subject.refusal}</Problem>;
}

const root = createRoot(document.getElementById('root') as HTMLElement);

const show = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <LoadBoundary>{page}</LoadBoundary>
    </StrictMode>,
  );

// No top-level await here: other files import this one and would wait too.
void draw()
  .catch((error) => {
    reportError(error);
    return <PageFailed />;
  })
  .then(show);
