import type { Row } from '@doorwright/crds';
import { Title } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';
import { useStanding } from './account-rules.ts';
import { Memberships } from './Memberships.tsx';

const kind = registry.named('group');

/** The groups of a user. Members are edited on the page of the group. */
export function GroupsOfUser({ object }: { object: Row }) {
  const { owner, name } = object;
  const standing = useStanding(object);
  const { t } = useTranslation();
  const id = `${owner}/${name}`;
  const query = { page: 1, pageSize: 1000, owner: String(owner), field: 'users', value: id };
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
    enabled: standing === 'administrator',
  });
  if (!data) return null;
  // The search also finds longer names that contain this one.
  const own = data.rows.filter(({ users }) => (users as string[]).includes(id));
  const title = t('group:plural');
  return (
    <div className="below">
      <Title headingLevel="h2" size="md">
        {title}
      </Title>
      <Memberships label={title} kind={kind} of={own} />
    </div>
  );
}
