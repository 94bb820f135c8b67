import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import { Problem } from '../frame/Problem.tsx';
import { Waiting } from '../frame/Waiting.tsx';
import { t } from '../words.ts';

/** Where the server says; else to the door of the organization that one belongs to. */
function afterLogout(user: string, address: unknown): string {
  if (typeof address === 'string' && address) return address;
  const [owner = ''] = user.split('/');
  return owner && owner !== 'built-in' ? `/login/${encodeURIComponent(owner)}` : '/';
}

/** Signs out whoever comes here, and leads him on. */
export function Logout() {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call<string>('logout', { body: {} }).then(
      ({ data, data2 }) => location.replace(afterLogout(data, data2)),
      (error: Error) => setProblem(t('logoutFailed', { error: error.message })),
    );
  }, []);
  return problem ? <Problem>{problem}</Problem> : <Waiting>{t('loggingOut')}</Waiting>;
}
