import type { Language } from '@doorwright/locales/languages.ts';
import { lazy, Suspense } from 'react';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { loadWords, t } from '../words.ts';
import { AnsweredElsewhere } from './AnsweredElsewhere.tsx';
import { LeftToApp } from './LeftToApp.tsx';

const Consent = lazy(async () => ({ default: (await import('../consent/Consent.tsx')).Consent }));

/** Its fields are those of sign-up, and so are their words. */
const Prompt = lazy(async () => {
  const language = document.documentElement.lang as Language;
  const [{ Prompt: page }] = await Promise.all([
    import('../prompt/Prompt.tsx'),
    loadWords(language, ['login', 'signup']),
  ]);
  return { default: page };
});

const FactorQuestion = lazy(async () => {
  const language = document.documentElement.lang as Language;
  const [{ FactorQuestion: page }] = await Promise.all([
    import('../factor/FactorQuestion.tsx'),
    loadWords(language, ['login', 'factor']),
  ]);
  return { default: page };
});

/** Its form is that of recovery, and so are its words. */
const NewPasswordQuestion = lazy(async () => {
  const language = document.documentElement.lang as Language;
  const [{ NewPasswordQuestion: page }] = await Promise.all([
    import('../new-password/NewPasswordQuestion.tsx'),
    loadWords(language, ['login', 'signup']),
  ]);
  return { default: page };
});

interface Asked extends PageProps {
  /** The account was just made. */
  isCreated?: boolean;
}

/** The page of a sign-in that asks its user something, or that went on elsewhere. Every way of signing in can end here. */
export function outcomeOf(props: Asked, signing: SigningIn) {
  const { gone, factor, due, isPrompted, scopes, complete } = signing;
  if (gone === 'window') return <AnsweredElsewhere {...props} />;
  if (gone) return <LeftToApp {...props} address={gone.app} />;
  if (!factor && !due && !isPrompted && !scopes) return;
  return (
    <Suspense fallback={<Waiting>{t('signingIn')}</Waiting>}>
      {factor ? (
        <FactorQuestion key={factor.code} {...props} asked={factor} signing={signing} />
      ) : due ? (
        <NewPasswordQuestion {...props} asked={due} signing={signing} />
      ) : isPrompted ? (
        <Prompt {...props} onComplete={complete} />
      ) : (
        <Consent {...props} scopes={scopes ?? []} signing={signing} />
      )}
    </Suspense>
  );
}
