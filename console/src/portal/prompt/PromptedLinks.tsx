import '../services/services.css';
import { useState } from 'react';
import { call } from '../call.ts';
import { withFreshProof } from '../factor/with-fresh-proof.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import type { Application } from '../page.ts';
import { ServiceBadge } from '../services/ServiceBadge.tsx';
import { type Service, servicesOf, visitService } from '../services/services.ts';
import { type Sentence, said, t } from '../words.ts';
import type { Asked } from './prompt.ts';

interface Props extends Pick<Asked, 'links'> {
  application: Application;
  /** A link is gone, so the application asks for it again. */
  onUnlinked: () => Promise<void>;
}

/**
 * The services whose accounts the user is asked to link. The service leads back to this page. A user who linked the wrong account unlinks it where
 * the application allows that.
 */
export function PromptedLinks({ application, links, onUnlinked }: Props) {
  const [leaving, setLeaving] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  const services = servicesOf(application, 'prompted');
  const isLinked = ({ name }: Service) => links.some((link) => link.name === name && link.isLinked);

  async function leave({ name }: Service) {
    setLeaving(name);
    const page = location.pathname + location.search;
    const from = { purpose: 'link', application: application.name, organization: '', page } as const;
    await withFreshProof(() => visitService({ name }, from)).catch((error: Error) => {
      setFailure(error);
      setLeaving('');
    });
  }

  const typeOf = ({ name }: Service) => {
    const item = application.providers.find((each) => each.name === name);
    return item?.canUnlink ? item.provider?.type : undefined;
  };

  async function unlink({ name }: Service, providerType: string) {
    setLeaving(name);
    setFailure('');
    await call('unlink', { body: { providerType } }).then(onUnlinked).catch(setFailure);
    setLeaving('');
  }

  return (
    <>
      <Alert>{said(failure)}</Alert>
      <ul className="services large">
        {services
          .filter(({ name }) => links.some((link) => link.name === name))
          .map((service) => {
            const type = isLinked(service) ? typeOf(service) : undefined;
            return (
              <li key={service.name}>
                <Button
                  look="secondary"
                  disabled={isLinked(service)}
                  isBusy={leaving === service.name && !isLinked(service)}
                  onClick={() => void leave(service)}
                >
                  <ServiceBadge {...service} />
                  {t(isLinked(service) ? 'promptLinked' : 'promptLink', { service: service.label })}
                </Button>
                {type && (
                  <Button look="link" isBusy={leaving === service.name} onClick={() => void unlink(service, type)}>
                    {t('promptUnlink', { service: service.label })}
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
    </>
  );
}
