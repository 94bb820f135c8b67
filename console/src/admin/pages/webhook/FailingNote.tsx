import type { Row } from '@doorwright/crds';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { useCallProblem } from '../../words/call-problem.ts';
import { exactTime } from '../../words/relative-time.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { problemOf, stateOf } from './webhook-state.ts';

const kind = registry.named('webhook');

/** Says above the form that the receiver fails, why, and what to do. */
export function FailingNote({ object }: { object: Row }) {
  const { t, language } = useTranslation('webhook-deliveries');
  const say = useCallProblem();
  const state = stateOf(object);
  if (state !== 'fails' && state !== 'offAfterFailures') return null;
  const since = exactTime(String(object.failingSince), language);
  return (
    <Alert
      isInline
      variant={state === 'fails' ? 'warning' : 'danger'}
      title={t(`notes.${state}`, { since })}
      actionLinks={<Link to={`${paths.editor(kind, object)}?tab=deliveries`}>{t('title')}</Link>}
    >
      <p>{say(...problemOf(object))}.</p>
      <p>{t(`notes.${state}Todo`)}</p>
    </Alert>
  );
}
