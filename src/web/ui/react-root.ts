// A piece of its own: React's evaluation takes a slow telephone as long as the rest of the application's, and between the
// pieces it can answer.
export { createRoot, hydrateRoot } from 'react-dom/client'
