import { doorOf } from '../attempt/door.ts';
import { useSignIn } from '../attempt/use-sign-in.ts';
import { Alert } from '../frame/Alert.tsx';
import { Button } from '../frame/Button.tsx';
import { Door } from '../frame/Door.tsx';
import { webAddress } from '../frame/links.ts';
import type { PageProps, Subject } from '../page.ts';
import { outcomeOf } from '../signin/Outcome.tsx';
import { isolated, t } from '../words.ts';
import type { ProviderAnswer, ProviderRequest } from './provider-answer.ts';

interface Props extends Subject, Pick<PageProps, 'account'> {
  request: ProviderRequest;
  answer: ProviderAnswer;
}

/**
 * Asks before a sign-in that nobody began here. Another site could have posted the response of its own account, and the visitor
 * would use that account without noticing (login CSRF).
 */
export function Unsolicited({ request, answer, ...subject }: Props) {
  const { provider, organization, page, target = '', subject: user = '' } = request;
  const props = { ...subject, query: new URLSearchParams(), params: { owner: organization } };
  const usual = doorOf(props, page);
  const address = webAddress(target);
  const leave: typeof usual.target.leave = (...given) => {
    if (!address) return usual.target.leave(...given);
    location.assign(address);
    return undefined;
  };
  const signing = useSignIn({ ...usual, target: { ...usual.target, leave } });
  const outcome = outcomeOf(props, signing);
  if (outcome) return outcome;
  const { displayName, name, providers } = subject.application;
  const service = providers.find((each) => each.name === provider)?.provider?.displayName || provider;
  const names = { provider: isolated(service), application: isolated(displayName || name), user: isolated(user) };
  return (
    <Door {...subject} title={t('unsolicitedTitle')} lead={t('unsolicitedLead', names)}>
      {signing.failure && <Alert>{signing.failure}</Alert>}
      <Button isBusy={signing.isBusy} onClick={() => void signing.enter({ provider, ...answer })}>
        {t('continue')}
      </Button>
    </Door>
  );
}
