import type { Row } from '@doorwright/crds';
import { descriptionOf, missingFields } from '@doorwright/crds/providers/described.ts';
import type { TypeDescription } from '@doorwright/crds/providers/description.ts';
import type { ComponentType } from 'react';
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

/** The trial of the stored provider, if its type has one. */
export function Trial({ object }: { object: Row }) {
  const trial = descriptionOf(object)?.trial;
  const Form = trial && trials[trial];
  return Form ? <Form object={object} isIncomplete={missingFields(object).length > 0} /> : null;
}
