import { CallError } from '../../shared/exchange.ts';
import { language } from '../words/catalogues.ts';
import { t } from '../words/translate.ts';
import { rememberError } from './told-errors.ts';

interface Sending {
  query?: Record<string, string>;
  /** Called with the sent part of the file, from 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file to an endpoint and returns its data. Only XMLHttpRequest reports the progress of an upload. */
export function sendFile<T>(path: string, file: File, { query = {}, onSent, signal }: Sending): Promise<T> {
  const search = new URLSearchParams(query).toString();
  return new Promise((resolve, reject) => {
    const fail = (msg: string, code = 'unreachable') => {
      const error = new CallError({ msg, code, data: null });
      rememberError(error);
      reject(error);
    };
    const request = new XMLHttpRequest();
    request.open('POST', `/api/${path}${search && `?${search}`}`);
    request.setRequestHeader('Accept-Language', language);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded / total));
    request.addEventListener('error', () => fail(t('common:failedToConnect', { error: file.name })));
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
