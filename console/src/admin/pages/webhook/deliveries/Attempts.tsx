import { Content } from '@patternfly/react-core';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import { CodeText } from '../../../ui/CodeText.tsx';
import { WhatToDo } from '../../../ui/WhatToDo.tsx';
import { useCallProblem } from '../../../words/call-problem.ts';
import { exactTime } from '../../../words/relative-time.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import type { Attempt, Delivery } from './deliveries.ts';

const record = registry.named('record');

/** What was called, and what came back. */
export function Attempts({
  delivery: { id, record: name, state, waitsFor, nextTime, problem, attempts },
}: {
  delivery: Delivery;
}) {
  const { t, language } = useTranslation('webhook-deliveries');
  const say = useCallProblem();
  return (
    <>
      <Content component="p">
        {t('id')} <code>{id}</code> · <Link to={paths.found(record, 'name', name)}>{t('record')}</Link>
      </Content>
      {waitsFor && (
        <Content component="p">{t(`waitsFor.${waitsFor}`, { time: exactTime(nextTime, language) })}</Content>
      )}
      {state === 'dead' && problem !== attempts.at(-1)?.problem && (
        <Content component="p">
          {say({ code: 'record-gone' }, problem)}. <WhatToDo code="record-gone" />
        </Content>
      )}
      {attempts.length === 0 && !problem && <Content component="p">{t('noAttempts')}</Content>}
      <ol className="deliveries-attempts">
        {attempts.map((attempt) => (
          <li key={attempt.time}>
            <AttemptOf attempt={attempt} />
          </li>
        ))}
      </ol>
    </>
  );
}

function AttemptOf({
  attempt: { time, method, url, status, duration, answer, problem, code, value },
}: {
  attempt: Attempt;
}) {
  const { t, language } = useTranslation('webhook-deliveries');
  const say = useCallProblem();
  const took = t('milliseconds', { value: duration.toLocaleString(language) });
  return (
    <>
      <p>
        <time dateTime={time}>{exactTime(time, language)}</time> · <code>{`${method} ${url}`}</code> ·{' '}
        <bdi>{status > 0 ? status : t('noAnswer')}</bdi> · <bdi>{took}</bdi>
      </p>
      {problem && (
        <p>
          {say({ code, value }, problem)}. {code && <WhatToDo code={code} />}
        </p>
      )}
      {answer && <CodeText label={t('answer')} text={answer} />}
    </>
  );
}
