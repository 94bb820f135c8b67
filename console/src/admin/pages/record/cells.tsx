import type { Row } from '@doorwright/crds';
import { Label } from '@patternfly/react-core';
import { isEdited, registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useChoiceWords } from '../../words/choice-words.ts';
import { applicationName, machineOf, partsOf, protocolName, useRecordWords } from './record-words.ts';

interface Props {
  row: Row;
}

const of = (row: Row, field: string) => String(row[field] ?? '');

/** What happened, in words. */
export function Action({ row }: Props) {
  return useRecordWords().action(of(row, 'action'));
}

/** The object by its kind and name, as a link to its page. A deleted object has none, which its page says. */
export function Object_({ row }: Props) {
  const { titleOf } = useRecordWords();
  const text = of(row, 'object');
  const { kind, owner, key } = partsOf(text);
  if (!kind) return text;
  const name = owner === 'admin' ? key : `${owner}/${key}`;
  if (!isEdited(kind)) return `${titleOf(kind.name)} ${name}`;
  return (
    <span>
      {titleOf(kind.name)} <Link to={paths.editor(kind, { owner, [kind.key]: key, name: key })}>{name}</Link>
    </span>
  );
}

const byMaster = 'master-password';

/** The actor: a user, an application, or the operator for a resource. */
export function Actor({ row }: Props) {
  const { titleOf, t } = useRecordWords();
  const user = of(row, 'user');
  const machine = machineOf(user);
  if (!user) return t('nobody');
  if (machine?.type === 'operator') return <>{t('operator', { name: of(row, 'resource') || machine.name })}</>;
  if (machine)
    return (
      <span>
        {titleOf('application')} <ApplicationLink name={machine.name} />
      </span>
    );
  return (
    <span>
      <Link to={paths.editor(registry.named('user'), { owner: of(row, 'organization'), name: user })}>{user}</Link>
      {of(row, 'reason').includes(byMaster) && (
        <span>
          {' '}
          <Label status="warning" variant="outline" isCompact>
            {t('byMaster')}
          </Label>
        </span>
      )}
    </span>
  );
}

/** Whether the action succeeded, or why not. */
export function Outcome({ row }: Props) {
  const { reason } = useRecordWords();
  const word = useChoiceWords();
  const isOk = row.outcome === 'ok';
  const why = isOk ? '' : reason(of(row, 'reason'));
  return (
    <span>
      <Label status={isOk ? 'success' : 'danger'} variant="outline" isCompact>
        {word(of(row, 'outcome'))}
      </Label>{' '}
      {why}
    </span>
  );
}

const ApplicationLink = ({ name }: { name: string }) => (
  <Link to={paths.editor(registry.named('application'), { owner: 'admin', name })}>{name}</Link>
);

/** The application that a user signed in to. */
export function Application({ row }: Props) {
  const name = applicationName(of(row, 'application'));
  return name ? <ApplicationLink name={name} /> : null;
}

export const Protocol = ({ row }: Props) => protocolName(of(row, 'protocol'));

export function Reason({ row }: Props) {
  return useRecordWords().reason(of(row, 'reason'));
}
