import './services.css';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import type { Application } from '../page.ts';
import { type Sentence, said, t } from '../words.ts';
import { ServiceBadge } from './ServiceBadge.tsx';
import { lastService, mustAsk, type Service, type VisitFrom, visitService } from './services.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

interface Props {
  application: Application;
  services: readonly Service[];
  from: VisitFrom;
  /** The words of a button, such as "Sign in with GitHub". */
  word: 'signInWith' | 'signUpWith';
}

/** More services than these would push the rest of the page away, so they become marks with their names. */
const mostLarge = 4;

/** The services with which an application lets users sign in or up. */
export function ServiceButtons({ application, services, from, word }: Props) {
  const [leaving, setLeaving] = useState<string>();
  const [asked, setAsked] = useState<Service>();
  const [failure, setFailure] = useState<Sentence>('');
  if (services.length === 0) return null;
  const isLarge = services.length <= mostLarge;
  const last = lastService(application.name);

  /** After success the button stays busy, because the page is about to leave. */
  async function leave(service: Service) {
    setAsked(undefined);
    setFailure('');
    setLeaving(service.name);
    try {
      await visitService(service, from);
    } catch (error) {
      setFailure(error as Error);
      setLeaving(undefined);
    }
  }

  return (
    <>
      <Alert>{said(failure)}</Alert>
      <ul className={isLarge ? 'services large' : 'services'}>
        {services.map((service) => {
          const label = t(word, { service: service.label });
          return (
            <li key={service.name}>
              <Button
                look={isLarge ? 'secondary' : 'link'}
                isBusy={leaving === service.name}
                {...(!isLarge && { 'aria-label': label, title: label })}
                aria-describedby={last === service.name ? 'last-service' : undefined}
                onClick={() => (mustAsk(application.name, service) ? setAsked(service) : void leave(service))}
              >
                <ServiceBadge {...service} />
                {isLarge ? label : <span>{service.label}</span>}
              </Button>
              {last === service.name && <small id="last-service">{t('lastUsed')}</small>}
            </li>
          );
        })}
      </ul>
      {asked && (
        <Suspense>
          <LeaveDialog
            application={application}
            service={asked}
            onClose={() => setAsked(undefined)}
            onContinue={() => void leave(asked)}
          />
        </Suspense>
      )}
    </>
  );
}
