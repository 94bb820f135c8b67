import { useEffect, useRef } from 'react';
import { rememberTarget } from '../../shared/return-target.ts';
import { Button } from '../frame/Button.tsx';
import { rememberSignIn } from '../frame/links.ts';
import { t } from '../words.ts';

interface Props {
  owner: string;
  /** The application where visitors sign up, or empty. */
  signUp: string;
  title: string;
}

/** Leads a visitor who has chosen a plan to sign-in or sign-up, and back to what they have chosen. */
export function Enter({ owner, signUp, title }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const signIn = `/login/${encodeURIComponent(owner)}`;

  function go(address: string): void {
    rememberTarget(location.pathname + location.search);
    if (signUp) rememberSignIn({ name: signUp }, signIn);
    location.assign(address);
  }

  return (
    <section className="chosen-plan" aria-labelledby="enter">
      <h2 id="enter" tabIndex={-1} ref={head}>
        {title}
      </h2>
      <p>{t('pricingEnter')}</p>
      <div className="ways">
        <Button look="primary" onClick={() => go(signIn)}>
          {t('signIn')}
        </Button>
        {signUp && (
          <Button look="secondary" onClick={() => go(`/signup/${encodeURIComponent(signUp)}`)}>
            {t('signUp')}
          </Button>
        )}
      </div>
    </section>
  );
}
