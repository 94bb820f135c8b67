import type { Row } from '@doorwright/crds';
import { linkedProviders, linkFieldOf, linkPropertyOf } from '@doorwright/crds/providers/links.ts';
import type { SignInButton } from '@doorwright/crds/providers/sign-in-button.ts';
import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Flex,
  FlexItem,
  Title,
} from '@patternfly/react-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useKindWords } from '../../words/kind-words.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { useRefresh } from './use-refresh.ts';

interface Item {
  name: string;
  provider: { name: string; type: string; button: SignInButton | null } | null;
}

interface Login {
  type: string;
  label: string;
  /** The name at the service, or the id. Empty if not linked. */
  account: string;
}

/** The services of the application of the user's sign-up, and every service that is linked. */
function loginsOf(user: Row, items: readonly Item[], word: (field: string) => string): Login[] {
  const properties = (user.properties ?? {}) as Record<string, string>;
  return linkedProviders.flatMap((type) => {
    const id = String(user[linkFieldOf(type)] ?? '');
    const item = items.find(({ provider }) => provider?.button && provider.type === type);
    if (!id && !item) return [];
    return {
      type,
      label: item?.provider?.button?.label ?? word(linkFieldOf(type)),
      account: id && (properties[linkPropertyOf(type, 'username')] ?? id),
    };
  });
}

/** The user's accounts at other services. Their administrators remove links. */
export function LinkedLogins({ object: user }: { object: Row }) {
  const { t } = useTranslation('users');
  const words = useKindWords(registry.named('user'));
  const notify = useNotify();
  const { owner, name } = { owner: String(user.owner), name: String(user.name) };
  const refresh = useRefresh({ owner, name });
  const { data: application } = useQuery({
    queryKey: ['application', 'of-user', `${owner}/${name}`],
    queryFn: async ({ signal }) =>
      (
        await call<{ name: string; providers: Item[] }>('get-user-application', {
          query: { id: `${owner}/${name}` },
          signal,
        })
      ).data,
    retry: false,
  });
  const unlink = useMutation({
    mutationFn: (providerType: string) => call('unlink', { body: { providerType, user: { owner, name } } }),
    onSuccess: async (_answer, type) => {
      notify('success', t('unlinked'));
      await refresh(linkFieldOf(type), 'properties');
    },
    onError: (error) => notify('danger', t('unlinkFailed', { error: error.message })),
  });
  // The form has the current values, also after a removal.
  const values = useWatch<Row>();
  const logins = loginsOf({ ...user, ...values }, application?.providers ?? [], words.field);
  const title = t('linkedLogins');
  return (
    <>
      <Title headingLevel="h2" size="md">
        {title}
      </Title>
      {logins.length === 0 && t('common:empty')}
      <DescriptionList isHorizontal isCompact aria-label={title}>
        {logins.map(({ type, label, account: linked }) => (
          <DescriptionListGroup key={type}>
            <DescriptionListTerm>{label}</DescriptionListTerm>
            <DescriptionListDescription>
              <Flex alignItems={{ default: 'alignItemsCenter' }} gap={{ default: 'gapMd' }}>
                <FlexItem>{linked || t('common:empty')}</FlexItem>
                {linked && (
                  <Button
                    variant="secondary"
                    size="sm"
                    isDisabled={unlink.isPending}
                    aria-label={t('unlinkFrom', { service: label })}
                    onClick={() => unlink.mutate(type)}
                  >
                    {t('unlink')}
                  </Button>
                )}
              </Flex>
            </DescriptionListDescription>
          </DescriptionListGroup>
        ))}
      </DescriptionList>
    </>
  );
}
