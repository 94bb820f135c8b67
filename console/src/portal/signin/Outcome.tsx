import { lazy, Suspense } from 'react';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { LeftToApp } from './LeftToApp.tsx';
import type { SigningIn } from './use-sign-in.ts';

const Consent = lazy(async () => ({ default: (await import('../consent/Consent.tsx')).Consent }));

/** The page of a sign-in that asks its user something, or that led to an app. Every way of signing in can end here. */
export function outcomeOf(props: PageProps, signing: SigningIn) {
  const { app, scopes } = signing;
  if (app) return <LeftToApp {...props} address={app} />;
  if (!scopes) return;
  return (
    <Suspense fallback={<Waiting>{t('signingIn')}</Waiting>}>
      <Consent {...props} scopes={scopes} signing={signing} />
    </Suspense>
  );
}
