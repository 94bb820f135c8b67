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
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyFamily } from '../../../../shared/passkey-pictures.ts';
import { call } from '../../../http/call.ts';
import { registry } from '../../../kinds.ts';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useKindWords } from '../../../words/kind-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { PasskeyPicture } from './PasskeyPicture.tsx';
import { RemovePasskey } from './RemovePasskey.tsx';

interface Passkey {
  id: string;
  name: string;
  model: string;
  family: PasskeyFamily;
  createdTime: string;
  usedTime: string;
}

/** The passkeys and security keys of a user. Administrators remove lost ones. */
export function Passkeys({ owner, name }: { owner: string; name: string }) {
  const { t, language } = useTranslation('users');
  const title = useKindWords(registry.named('user')).field('webauthnCredentials');
  const [removed, setRemoved] = useState<Passkey>();
  const user = `${owner}/${name}`;
  const {
    data: passkeys,
    error,
    refetch,
  } = useQuery({
    queryKey: ['passkeys', user],
    queryFn: async ({ signal }) => (await call<Passkey[]>('get-passkeys', { query: { id: user }, signal })).data,
    retry: false,
  });
  const moment = (time: string) => new Date(time).toLocaleString(language);
  const labelOf = (passkey: Passkey) => passkey.name || passkey.model || t('passkeyUnnamed');
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!passkeys) return null;
  return (
    <div className="below">
      <Title headingLevel="h2" size="md">
        {title}
      </Title>
      {passkeys.length === 0 ? (
        t('common:empty')
      ) : (
        <DescriptionList isHorizontal isCompact aria-label={title}>
          {passkeys.map((passkey) => (
            <DescriptionListGroup key={passkey.id}>
              <DescriptionListTerm icon={<PasskeyPicture family={passkey.family} />}>
                {labelOf(passkey)}
              </DescriptionListTerm>
              <DescriptionListDescription>
                <Flex>
                  <FlexItem>
                    {t('passkeyAdded', { time: moment(passkey.createdTime) })}
                    {passkey.usedTime && ` · ${t('passkeyUsed', { time: moment(passkey.usedTime) })}`}
                  </FlexItem>
                  <FlexItem>
                    <Button
                      variant="link"
                      isInline
                      isDanger
                      aria-label={`${t('passkeyRemove')}: ${labelOf(passkey)}`}
                      onClick={() => setRemoved(passkey)}
                    >
                      {t('passkeyRemove')}
                    </Button>
                  </FlexItem>
                </Flex>
              </DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      )}
      {removed && (
        <RemovePasskey
          {...{ owner, name }}
          passkey={{ id: removed.id, label: labelOf(removed) }}
          onDone={() => refetch()}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  );
}
