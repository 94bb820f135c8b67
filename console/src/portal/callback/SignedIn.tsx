import { useOnce } from '../frame/use-once.ts';
import type { PageProps, Subject } from '../page.ts';
import { rememberService } from '../services/services.ts';
import { Resumed } from '../signin/Resumed.tsx';
import type { ProviderAnswer, ProviderRequest } from './provider-answer.ts';

interface Props extends Subject, Pick<PageProps, 'account'> {
  request: ProviderRequest;
  answer: ProviderAnswer;
}

/** Goes on with the sign-in that the browser left for a service. */
export function SignedIn({ request, answer, ...subject }: Props) {
  const { provider, page, organization, autoSignin } = request;
  useOnce(() => rememberService(subject.application.name, provider));
  return <Resumed {...subject} page={page} owner={organization} proof={{ provider, autoSignin, ...answer }} />;
}
