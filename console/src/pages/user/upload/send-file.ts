import i18next from 'i18next';
import { CallError } from '../../../http/exchange.ts';

export interface RowReport {
  /** As the sheet numbers it. */
  row: number;
  id: string;
  outcome: 'created' | 'skipped' | 'failed';
  field: string;
  why: string;
}

export interface Report {
  created: number;
  skipped: number;
  failed: number;
  rows: RowReport[];
}

/** Sends a workbook. Only the older kind of request tells how much of it has gone. */
export function sendFile(file: File, onSent: (share: number) => void, signal: AbortSignal): Promise<Report> {
  return new Promise((resolve, reject) => {
    const fail = (msg: string, code = 'unreachable') => reject(new CallError({ msg, code, data: null }));
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload-users');
    request.setRequestHeader('Accept-Language', i18next.language);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total));
    request.addEventListener('error', () => fail(i18next.t('failedToConnect', { ns: 'common', error: file.name })));
    request.addEventListener('load', () => {
      const { status, msg, code, data } = request.response ?? { status: 'error', msg: request.statusText };
      if (status === 'ok') resolve(data);
      else fail(msg, code);
    });
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
