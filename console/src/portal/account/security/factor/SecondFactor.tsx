import { useState } from 'react';
import { CodeForm } from '../../../factor/CodeForm.tsx';
import { Enrol } from '../../../factor/Enrol.tsx';
import { RecoveryCodes } from '../../../factor/RecoveryCodes.tsx';
import { Alert } from '../../../frame/Alert.tsx';
import { Button } from '../../../frame/Button.tsx';
import { said, t } from '../../../words.ts';
import { Loading } from '../../Loading.tsx';
import type { SectionProps } from '../../section.ts';
import { AddFactor } from './AddFactor.tsx';
import { FactorRow } from './FactorRow.tsx';
import { TrustedDevices } from './TrustedDevices.tsx';
import { useFactors } from './use-factors.ts';

interface Enrolment {
  secret: string;
  uri: string;
  enrolment: string;
}

type State =
  | { is: 'list' }
  | { is: 'codes'; codes: readonly string[] }
  | { is: 'adding'; type: string; data: Enrolment };

/** The second factors of the user: what they have, and how they set one up. */
export function SecondFactor({ account, tell }: SectionProps) {
  const { found, failure, busy, act, changed } = useFactors();
  const [state, setState] = useState<State>({ is: 'list' });
  const mayChange = !account.isImpersonated;
  const list = () => setState({ is: 'list' });

  async function begin(type: string) {
    const begun = await act<Enrolment>(type, 'begin-factor', { type });
    if (begun) setState({ is: 'adding', type, data: begun.data });
  }

  async function add(type: string, body: object) {
    const added = await act<string[]>('add', 'add-factor', { type, ...body });
    if (!added) return;
    changed();
    tell({ word: 'factorAdded' });
    if (added.data.length > 0) setState({ is: 'codes', codes: added.data });
    else list();
  }

  async function remove(type: string) {
    if (!(await act(type, 'delete-factor', { type }))) return;
    changed();
    tell({ word: 'factorRemoved' });
  }

  async function forget(device: string) {
    if (!(await act(device || 'devices', 'forget-trusted-devices', { device }))) return;
    changed();
    tell({ word: device ? 'deviceForgotten' : 'devicesForgotten' });
  }

  const factors = found?.factors.filter(({ type }) => type !== 'recovery') ?? [];
  const devices = found?.more.devices ?? [];
  return (
    <section className="panel" id="second-factor" aria-label={t('factorTitle')}>
      <h2>{t('factorTitle')}</h2>
      <p className="lead">{t(factors.length > 0 ? 'factorsLead' : 'factorsNone')}</p>
      <Alert>{said(failure)}</Alert>
      {!found && !failure && <Loading />}
      {state.is === 'codes' && <RecoveryCodes codes={state.codes} onKept={list} />}
      {state.is === 'adding' && (
        <>
          {state.type === 'totp' ? (
            <Enrol
              enrolment={state.data}
              isBusy={busy === 'add'}
              confirm={(code) => void add('totp', { enrolment: state.data.enrolment, code })}
            />
          ) : (
            <>
              <p>{t(state.type === 'email' ? 'factorEmailSent' : 'factorPhoneSent')}</p>
              <CodeForm
                isBusy={busy === 'add'}
                ask={async () => {}}
                prove={({ factorCode: code = '' }) => void add(state.type, { code })}
              />
            </>
          )}
          <Button look="secondary" onClick={list}>
            {t('cancel')}
          </Button>
        </>
      )}
      {state.is === 'list' && (
        <>
          <ul className="things">
            {factors.map((factor) => (
              <FactorRow
                key={factor.type}
                {...factor}
                isBusy={busy === factor.type}
                remove={mayChange && factor.type !== 'passkey' ? () => void remove(factor.type) : undefined}
              />
            ))}
          </ul>
          {mayChange && (
            <AddFactor
              types={(found?.more.addable ?? []).filter((type) => factors.every((has) => has.type !== type))}
              busy={busy}
              begin={(type) => void begin(type)}
            />
          )}
          {devices.length > 0 && (
            <TrustedDevices
              devices={devices}
              busy={busy}
              forget={mayChange ? (device) => void forget(device) : undefined}
            />
          )}
        </>
      )}
    </section>
  );
}
