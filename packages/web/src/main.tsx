import './design/app.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { queryClient } from './data/query-client.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with the id "root".');

createRoot(place).render(
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </CSPProvider>,
);
