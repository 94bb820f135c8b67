import './portal.css';
import '../shell/theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage } from '../words/language.ts';
import { SignIn } from './SignIn.tsx';
import { loadWords } from './words.ts';

const language = preferredLanguage();
document.documentElement.lang = language;
const words = await loadWords(language);
document.title = `${words.title} · Doorwright`;
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <SignIn words={words} language={language} organization={organizationIn(location.pathname)} />
  </StrictMode>,
);

/** `/login/{owner}` signs in the users of one organization. */
function organizationIn(path: string): string {
  const [, owner = ''] = path.match(/^\/login\/([^/]+)$/) ?? [];
  return decodeURIComponent(owner);
}
