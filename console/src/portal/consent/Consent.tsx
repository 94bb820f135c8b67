import './consent.css';
import { useEffect, useState } from 'react';
import { idOf, readAccount } from '../account.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Door } from '../frame/Door.tsx';
import { webAddress } from '../frame/links.ts';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { explainedScope } from './explained-scope.ts';

interface Props extends PageProps {
  scopes: readonly string[];
  signing: SigningIn;
}

/** Asks the user for consent to an application's request. */
export function Consent({ application, organization, account: known, query, scopes, signing }: Props) {
  const { isBusy, failure, enter } = signing;
  const [account, setAccount] = useState(known);
  useEffect(() => {
    // The form that led here is gone. The focus moves to no button, because the next Enter must not agree to anything.
    document.querySelector('h1')?.focus();
    // The page knows no account if the user has just signed in.
    void readAccount().then(setAccount);
  }, []);

  async function beSomebodyElse() {
    await call('logout', { body: {} }).catch(() => {});
    location.reload();
  }

  const say = (consent: boolean) => void enter({ consent, ...(account && { account: idOf(account) }) });
  const name = application.displayName || application.name;
  const site = webAddress(application.homepageUrl);
  const target = URL.parse(query.get('redirect_uri') ?? query.get('service') ?? '')?.host;
  const lead = site && (
    <a href={site} target="_blank" rel="noreferrer">
      {new URL(site).host}
    </a>
  );
  return (
    <Door
      application={application}
      organization={organization}
      title={t('consentTitle', { application: name })}
      lead={lead}
      isWide
    >
      <Alert>{failure}</Alert>
      <div className="asked">
        {account && (
          <div className="who">
            <span>{t('signedInAs', { name: account.displayName || account.name })}</span>
            <Button look="link" onClick={() => void beSomebodyElse()}>
              {t('notYou')}
            </Button>
          </div>
        )}
        <p>{t('consentLead', { application: name })}</p>
        <ul className="scopes">
          {scopes.map((scope) => (
            <li key={scope}>{explainedScope(scope)}</li>
          ))}
        </ul>
        <div className="buttons">
          <Button look="secondary" disabled={isBusy} onClick={() => say(false)}>
            {t('deny')}
          </Button>
          <Button isBusy={isBusy} onClick={() => say(true)}>
            {t('allow')}
          </Button>
        </div>
        {target && <p className="target">{t('consentTarget', { host: target })}</p>}
      </div>
    </Door>
  );
}
