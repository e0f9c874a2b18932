// Import this before anything else in a program: React and other libraries choose their build by NODE_ENV on import.
process.env.NODE_ENV = process.argv.includes('--dev') ? 'development' : 'production'
