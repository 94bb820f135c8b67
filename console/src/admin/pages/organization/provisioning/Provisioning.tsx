import type { Row } from '@doorwright/crds';
import { Button, Content, DescriptionList, Flex, FlexItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyRow } from '../../../ui/CopyRow.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { timeOf } from '../../../ui/Time.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { DeleteToken } from './DeleteToken.tsx';
import { NewToken } from './NewToken.tsx';
import { tokensQuery } from './scim-tokens.ts';

/** The organization of the platform has no tokens. */
const platform = 'built-in';

/** The address and the tokens by which programs provision the users and groups of the organization. */
export function Provisioning({ object }: { object: Row }) {
  const { t, language } = useTranslation('editor');
  const organization = String(object.name);
  const [isMaking, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(tokensQuery(organization));
  if (organization === platform) return <Content component="p">{t('scim.platform')}</Content>;
  const heads = [t('scim.name'), t('scim.maker'), t('scim.lastUsed'), t('scim.expires'), t('common:action')];
  return (
    <section className="below" aria-label={t('scim.title')}>
      <Content component="p">{t('scim.about')}</Content>
      <DescriptionList>
        <CopyRow label={t('scim.address')} text={`${location.origin}/scim/v2/${encodeURIComponent(organization)}`} />
      </DescriptionList>
      <Flex className="below">
        <FlexItem>
          <Content component="h2">{t('scim.tokens')}</Content>
        </FlexItem>
        <FlexItem>
          <Button variant="secondary" onClick={() => setMaking(true)}>
            {t('scim.new')}
          </Button>
        </FlexItem>
      </Flex>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Content component="p">{t('scim.none')}</Content>}
      {data && data.length > 0 && (
        <PlainTable
          title={t('scim.tokens')}
          heads={heads}
          rows={data}
          keyOf={({ id }) => id}
          cellsOf={(token) => [
            token.displayName,
            token.maker || t('scim.declared'),
            token.lastUsedTime ? timeOf(token.lastUsedTime, language) : t('scim.never'),
            token.expireTime ? timeOf(token.expireTime, language) : t('scim.rotated'),
            token.declaredName ? '' : <DeleteToken key="delete" organization={organization} token={token} />,
          ]}
        />
      )}
      {isMaking && <NewToken organization={organization} onClose={() => setMaking(false)} />}
    </section>
  );
}
