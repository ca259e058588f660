// A script of its own (vite.config.ts). React DOM is not an ES module: it is run by the first that imports it, here, and takes a
// slow telephone as long as the rest of the application's start. In between the telephone can answer.
export { createRoot, hydrateRoot } from 'react-dom/client'
