import { useState } from 'react';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { AnyCaptcha } from '../codes/AnyCaptcha.tsx';
import { type Captcha, newCaptcha } from '../codes/captcha.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Application } from '../page.ts';

interface Props {
  application: Pick<Application, 'owner' | 'name'>;
  signing: Pick<SigningIn, 'solve' | 'giveUp'>;
}

/** The captcha after wrong passwords. The password waits for it. */
export function SignInCaptcha({ application: { owner, name }, signing: { solve, giveUp } }: Props) {
  const id = `${owner}/${name}`;
  const [captcha, setCaptcha] = useState<Captcha>();
  useOnce(() => {
    newCaptcha(id).then(setCaptcha, giveUp);
  });
  return (
    captcha && (
      <AnyCaptcha applicationId={id} captcha={captcha} send={solve} onClose={() => giveUp('')} onAway={giveUp} />
    )
  );
}
