import '../services/services.css';
import { useState } from 'react';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import type { Application } from '../page.ts';
import { ServiceBadge } from '../services/ServiceBadge.tsx';
import { type Service, servicesOf, visitService } from '../services/services.ts';
import { type Sentence, said, t } from '../words.ts';
import type { Asked } from './prompt.ts';

/** The services whose accounts the user is asked to link. The service leads back to this page. */
export function PromptedLinks({ application, links }: { application: Application } & Pick<Asked, 'links'>) {
  const [leaving, setLeaving] = useState('');
  const [failure, setFailure] = useState<Sentence>('');
  const services = servicesOf(application, 'prompted');
  const isLinked = ({ name }: Service) => links.some((link) => link.name === name && link.isLinked);

  async function leave({ name }: Service) {
    setLeaving(name);
    const page = location.pathname + location.search;
    await visitService({ name }, { purpose: 'link', application: application.name, organization: '', page }).catch(
      (error: Error) => {
        setFailure(error);
        setLeaving('');
      },
    );
  }

  return (
    <>
      <Alert>{said(failure)}</Alert>
      <ul className="services large">
        {services
          .filter(({ name }) => links.some((link) => link.name === name))
          .map((service) => (
            <li key={service.name}>
              <Button
                look="secondary"
                disabled={isLinked(service)}
                isBusy={leaving === service.name}
                onClick={() => void leave(service)}
              >
                <ServiceBadge {...service} />
                {t(isLinked(service) ? 'promptLinked' : 'promptLink', { service: service.label })}
              </Button>
            </li>
          ))}
      </ul>
    </>
  );
}
