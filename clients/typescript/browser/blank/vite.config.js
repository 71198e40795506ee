const proxy = { '/api': process.env.DOORWARD_URL }

export default { preview: { proxy } }
