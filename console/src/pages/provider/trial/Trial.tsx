import type { Row } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { descriptionOf, missingFields } from '@doorwright/crds/providers/described.ts';
import type { TypeDescription } from '@doorwright/crds/providers/description.ts';
import type { ComponentType } from 'react';
import { MetadataReader } from '../saml/MetadataReader.tsx';
import { CaptchaTrial } from './CaptchaTrial.tsx';
import { MailTrial } from './MailTrial.tsx';
import { SignInTrial } from './SignInTrial.tsx';
import { TextTrial } from './TextTrial.tsx';

type Kind = NonNullable<TypeDescription['trial']>;

/** The trials that have a form here. */
const trials: Partial<Record<Kind, ComponentType<{ object: Row; isIncomplete: boolean }>>> = {
  captcha: CaptchaTrial,
  mail: MailTrial,
  signIn: SignInTrial,
  text: TextTrial,
};

/** The trial of the stored provider, if its type has one. SAML has metadata before it. */
export function Trial({ object }: { object: Row }) {
  const trial = descriptionOf(object)?.trial;
  const Form = trial && trials[trial];
  return (
    <>
      {object.category === 'SAML' && <MetadataReader object={object as Row & Provider} />}
      {Form && <Form object={object} isIncomplete={missingFields(object).length > 0} />}
    </>
  );
}
