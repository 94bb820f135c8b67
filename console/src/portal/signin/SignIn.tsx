import './sign-in.css';
import { useState } from 'react';
import { takeTarget } from '../../shared/return-target.ts';
import { idOf } from '../account.ts';
import { doorOf, visitOf } from '../attempt/door.ts';
import { useSignIn } from '../attempt/use-sign-in.ts';
import { useOnce } from '../frame/use-once.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PageProps } from '../page.ts';
import { comesFromLink } from '../services/linked-page.ts';
import { visitService } from '../services/services.ts';
import { t } from '../words.ts';
import { outcomeOf } from './Outcome.tsx';
import { canContinue } from './SignedInBox.tsx';
import { SignedInHere } from './SignedInHere.tsx';
import { SignInDoor } from './SignInDoor.tsx';
import { isEmbedded, isSilent, tellParent } from './silent-sign-in.ts';
import { soleService, takeStay } from './sole-service.ts';

/** Signs a user in to the console, or for the client that sent them here. */
export function SignIn(props: PageProps) {
  const { account, refusal, question } = props;
  const door = doorOf(props);
  const signing = useSignIn(door, account && question?.prompt === 'consent' ? question.scopes : undefined);
  const { failure, scopes, enter } = signing;
  const isHome = !door.target.continuesSession && account !== undefined;
  // The user of this sign-in has just linked what the application asked for.
  const [isLinked] = useState(comesFromLink);
  const isWilling = isSilent(door) || isLinked;
  const goesAlone = account !== undefined && isWilling && canContinue(props) && !refusal && !scopes;

  const [sole, setSole] = useState(() => {
    const isFree = !account && !refusal && !isEmbedded();
    const found = isFree ? soleService(props.application) : undefined;
    return found && !takeStay() ? found : undefined;
  });

  useOnce(() => {
    if (sole) visitService(sole, visitOf(door)).catch(() => setSole(undefined));
    else if (isHome) location.replace(takeTarget());
    else if (goesAlone) {
      if (isSilent(door)) tellParent(door);
      void enter({ account: idOf(account) });
    }
  });

  if (account && !refusal && door.target.stays?.(props.query)) return <SignedInHere {...props} />;
  const outcome = isEmbedded() && !signing.gone ? undefined : outcomeOf(props, signing);
  if (isHome || sole || (goesAlone && !failure && !outcome)) return <Waiting>{t('signingIn')}</Waiting>;
  if (outcome) return outcome;
  // Nobody types a password or agrees to anything on a page that another page embeds.
  if (isEmbedded()) return null;
  return <SignInDoor {...props} door={door} signing={signing} />;
}
