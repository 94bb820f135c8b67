import { takeTarget } from '../../browser/return-target.ts';
import { Problem } from '../frame/Problem.tsx';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps, Subject } from '../page.ts';
import { rememberService } from '../services/services.ts';
import { stayHere } from '../services/sole-service.ts';
import { doorOf } from '../signin/door.ts';
import { outcomeOf } from '../signin/Outcome.tsx';
import { useSignIn } from '../signin/use-sign-in.ts';
import { t } from '../words.ts';
import type { ProviderAnswer, ProviderRequest } from './provider-answer.ts';

interface Props extends Subject, Pick<PageProps, 'account'> {
  request: ProviderRequest;
  answer: ProviderAnswer;
}

/** Goes on with the sign-in that the browser left for a service. */
export function SignedIn({ request, answer, ...subject }: Props) {
  const { provider, page, organization, autoSignin } = request;
  const { pathname, searchParams } = new URL(page, location.origin);
  const props = { ...subject, query: searchParams, params: { owner: organization } };
  const door = doorOf(props, pathname);
  const signing = useSignIn(door);
  const { failure, enter } = signing;
  useOnce(() => {
    // Somebody signed in on another page meanwhile.
    if (subject.account && !door.target.continuesSession) return location.replace(takeTarget());
    rememberService(subject.application.name, provider);
    void enter({ provider, autoSignin, ...answer });
  });
  const outcome = outcomeOf(props, signing);
  if (outcome) return outcome;
  if (!failure) return <Waiting>{t('signingIn')}</Waiting>;
  return (
    <Problem
      action={
        <a className="button secondary" href={page} onClick={stayHere}>
          {t('back')}
        </a>
      }
    >
      {failure}
    </Problem>
  );
}
