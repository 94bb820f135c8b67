import { useState } from 'react';
import { call } from '../../call.ts';
import { explainedScope } from '../../consent/explained-scope.ts';
import { Dialog } from '../../dialog/Dialog.tsx';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { webAddress } from '../../frame/links.ts';
import { said, t } from '../../words.ts';
import { Loading } from '../Loading.tsx';
import { dateText } from '../moment.ts';
import type { SectionProps } from '../section.ts';
import { useList } from '../use-list.ts';

interface Connection {
  name: string;
  displayName: string;
  logo: string;
  homepageUrl: string;
  scopes: string[];
  since: string;
}

const nameOf = ({ displayName, name }: Connection) => displayName || name;

/** The applications that act for the user. */
export function Applications({ account, tell }: SectionProps) {
  const { rows, failure, busy, act } = useList<Connection>('get-account-connections');
  const [asked, setAsked] = useState<Connection>();

  const end = (connection: Connection) =>
    act(connection.name, () => call('end-account-connection', { body: { application: connection.name } })).then(
      (isDone) => {
        setAsked(undefined);
        if (isDone) tell({ word: 'accountConnectionEnded', values: { application: nameOf(connection) } });
      },
    );

  return (
    <section className="panel" aria-label={t('accountApplications')}>
      <Alert>{said(failure)}</Alert>
      {!rows && !failure && <Loading />}
      {rows?.length === 0 && <p>{t('accountApplicationsNone')}</p>}
      <ul className="things">
        {rows?.map((connection) => (
          <li key={connection.name}>
            <div className="what">
              <strong>
                <ApplicationName {...connection} />
              </strong>
              <small>{t('accountSince', { date: dateText(connection.since) })}</small>
              <ul className="scopes">
                {connection.scopes.map((scope) => (
                  <li key={scope}>{explainedScope(scope)}</li>
                ))}
              </ul>
            </div>
            {!account.isImpersonated && (
              <Button
                look="danger"
                aria-label={t('accountWithdrawFrom', { application: nameOf(connection) })}
                onClick={() => setAsked(connection)}
              >
                {t('accountWithdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog
          title={t('accountWithdrawFrom', { application: nameOf(asked) })}
          width={440}
          cancel={t('cancel')}
          submit={
            <Button type="submit" look="danger" isBusy={busy === asked.name}>
              {t('accountWithdraw')}
            </Button>
          }
          onClose={() => setAsked(undefined)}
          onSubmit={() => void end(asked)}
        >
          <p>{t('accountWithdrawLead', { application: nameOf(asked) })}</p>
        </Dialog>
      )}
    </section>
  );
}

function ApplicationName(connection: Connection) {
  const home = webAddress(connection.homepageUrl);
  return home ? (
    <a href={home} target="_blank" rel="noreferrer">
      {nameOf(connection)}
    </a>
  ) : (
    nameOf(connection)
  );
}
