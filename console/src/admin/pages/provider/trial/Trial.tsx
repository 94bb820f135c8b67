import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { descriptionOf, missingFields } from '@doorwright/crds/providers/described.ts';
import type { TypeDescription } from '@doorwright/crds/providers/description.ts';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { trialId } from '../CallbackAddress.tsx';

type Kind = NonNullable<TypeDescription['trial']>;

const MetadataReader = lazyPart(async () => (await import('../saml/MetadataReader.tsx')).MetadataReader);

/** The trials that have a form here. A provider needs one of them. */
const trials: Partial<Record<Kind, ComponentType<{ object: Row; isIncomplete: boolean }>>> = {
  captcha: lazyPart(async () => (await import('./CaptchaTrial.tsx')).CaptchaTrial),
  mail: lazyPart(async () => (await import('./MailTrial.tsx')).MailTrial),
  signIn: lazyPart(async () => (await import('./SignInTrial.tsx')).SignInTrial),
  text: lazyPart(async () => (await import('./TextTrial.tsx')).TextTrial),
};

/** The trial of the stored provider, if its type has one. SAML has metadata before it. */
export function Trial({ object }: { object: Row }) {
  const trial = descriptionOf(object)?.trial;
  const Form = trial && trials[trial];
  return (
    <Suspense>
      {object.category === 'SAML' && <MetadataReader object={object as Row & Provider} />}
      {Form && (
        <div id={trialId} tabIndex={-1}>
          <Form object={object} isIncomplete={missingFields(object).length > 0} />
        </div>
      )}
    </Suspense>
  );
}
