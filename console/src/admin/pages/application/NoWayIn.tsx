import type { Row } from '@doorwright/crds';
import { isSignInCategory } from '@doorwright/crds/providers/sign-in-button.ts';
import { Alert } from '../../ui/Alert.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { useProviders } from './use-providers.ts';

interface Item {
  name: string;
  visible: boolean;
  canSignIn: boolean;
}

/** Says that nobody can sign in to an application: it has no method and no service. */
export function NoWayIn({ object }: { object: Row }) {
  const { t } = useTranslation('editor');
  const providers = useProviders();
  const { enablePassword, enableCodeSignin, enableLinkSignin, enableWebAuthn, signinHtml } = object;
  const isMethod = enablePassword || enableCodeSignin || enableLinkSignin || enableWebAuthn;
  if (isMethod || signinHtml || !providers) return null;
  const isService = ({ name, visible, canSignIn }: Item) =>
    visible && canSignIn && isSignInCategory({ category: providers.get(name)?.category });
  if ((object.providers as Item[]).some(isService)) return null;
  return <Alert isInline variant="warning" title={t('application.noWayIn')} className="above" />;
}
